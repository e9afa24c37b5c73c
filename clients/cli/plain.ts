/** Replaces control characters, so that a title or name cannot change what the terminal shows. */
export const plain = (text: string): string => text.replaceAll(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '·');
