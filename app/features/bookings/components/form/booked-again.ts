/** The booking that somebody books again, from its page on: whoever finished it can be asked for. */
let reference: string | null = null;

export function rememberBookedAgain(of: string): void {
  reference = of;
}

/** Once the form was accepted it is another booking. */
export function forgetBookedAgain(): void {
  reference = null;
}

export function bookedAgain(): string | null {
  return reference;
}
