/** Each letter of a text once, with its marks. Without ASCII, which every font contains. */
export function distinctLetters(text: string): string[] {
  const segments = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
  return [...new Set(segments)].filter((letter) => !/^\p{ASCII}*$/u.test(letter));
}
