import { refuse, type Refusal } from '#core/refusal.ts';
import type { FileScanner } from '../../ports/file-scanner.ts';

/** Returns a refusal if the operator's scanner rejects the file; undefined otherwise. */
export async function refuseHarmful(scanner: FileScanner, file: Uint8Array): Promise<Refusal | undefined> {
  const found = await scanner.scan(file);
  if (found === 'clean') return undefined;
  return found === 'harmful' ? harmful : notScanned;
}

const harmful = refuse(
  'malware-detected',
  'The virus scanner found something harmful in this file. The file was not stored. Choose another file.',
);
const notScanned = refuse(
  'file-not-scanned',
  'This file couldn’t be checked for viruses, so it was not stored. Try again in a few minutes.',
);
