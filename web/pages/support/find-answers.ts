export type Answer = { id: string; question: string; answer: string };

/**
 * Returns the answers that contain every word, ignoring case and accents; all answers for an empty search.
 */
export function findAnswers(answers: readonly Answer[], search: string): Answer[] {
  const words = plain(search).split(/\s+/).filter(Boolean);
  return answers.filter(({ question, answer }) => {
    const text = plain(`${question} ${answer}`);
    return words.every((word) => text.includes(word));
  });
}

function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mn}+/gu, '')
    .toLowerCase();
}
