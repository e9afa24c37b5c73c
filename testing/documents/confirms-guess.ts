import { fileCommitment, type NumberedFile } from '#core/document/sealed-files.ts';
import { commitTo } from '#core/trail/chain.ts';
import { writeFileFacts } from '#core/trail/file-facts.ts';
import { readAttachment } from '#pdf/read/read-attachment.ts';
import { sha256 } from '#server/foundation/crypto/sha256.ts';
import { readAloud } from '#testing/judges/look-at.ts';

/**
 * Everything that a guesser could know about another file of a document: its exact position, name, upload and
 * prepared pages.
 */
export type Guess = NumberedFile & {
  /** The joined file of the whole document. Someone who has guessed all its files can make it. */
  joinedSha256: string;
  originalSize: number;
  mediaKind: string;
};

/**
 * Returns everything in a separately sealed file that confirms an exact guess of another file: a hash or size
 * that only that file has, or a commitment that opens with some text in the file as its salt.
 */
export async function confirmedBy(pdf: Uint8Array, guess: Guess): Promise<string[]> {
  const evidence = Buffer.from(readAttachment(pdf, 'file-evidence.json') ?? []).toString('utf8');
  const text = `${evidence}\n${(await readAloud(pdf)).replaceAll(/\s/g, '')}`;
  const { file, originalSize, mediaKind } = guess;
  const { originalSha256, baseSha256, pages } = file;
  const facts = { originalSha256, baseSha256, bytes: originalSize, pages, kind: mediaKind };
  const values = [file.title, file.fileName, originalSha256, baseSha256, guess.joinedSha256];
  const texts = [...values, writeFileFacts(facts)];
  const plain = [originalSha256, baseSha256, guess.joinedSha256, `"bytes":${originalSize}`];
  const salts = [...new Set(text.match(/\b(?:[0-9a-f]{64}|[0-9a-f]{32})\b/g) ?? [])];
  const opened = salts.flatMap((salt) => [
    sha256(fileCommitment(guess, salt)),
    ...texts.map((value) => commitTo(salt, value, sha256)),
  ]);
  const bare = texts.map((value) => sha256(value));
  return [...plain, ...bare, ...opened].filter(
    (one) => one !== '' && text.replaceAll('\\"', '"').includes(one),
  );
}
