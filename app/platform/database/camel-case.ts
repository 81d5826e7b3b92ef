/** The name in code of a table or column, such as `bookingLines` for `booking_lines`. */
export function nameInCode(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
