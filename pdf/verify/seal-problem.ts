/** Problems of a seal by stable code, with a sentence for people. */
const sealProblems = {
  'not-a-pdf': 'The file is not a PDF.',
  'no-seal': 'The file carries no seal; it is not the sealed original.',
  'structure-unreadable': 'The file is not built as a sealed file is.',
  'several-signatures': 'There is more than one signature in the file.',
  'bytes-after-seal': 'Something was added to the file after it was sealed.',
  'byte-range-form': 'The seal does not say plainly which bytes it covers.',
  'byte-range-gap': 'The seal leaves out bytes that are not its own signature.',
  'contents-form': 'The place of the signature holds something else beside it.',
  'not-certified': 'The seal does not forbid changes.',
  'not-pades': 'The signature is not of the kind that a seal has.',
  'no-time': 'The seal does not say when it was made.',
  'signature-unreadable': 'The signature itself cannot be read.',
  'digest-differs': 'The bytes of the file are not the ones that were sealed.',
  'signature-wrong': 'The signature was not made by the key that it names.',
  'certificate-differs': 'The seal does not carry the certificates that it was made with.',
  'unsigned-attributes':
    'The signature carries something that it does not cover, such as a timestamp, and that nobody verified.',
  'timestamp-unreadable': 'A timestamp in the file cannot be read.',
  'timestamp-of-other': 'A timestamp in the file is about something else.',
  'timestamp-signature-wrong': 'A timestamp was not made by the key that it names.',
  'timestamp-certificate':
    'A timestamp was not made by an authority for time, or not while its certificate was valid.',
  'timestamp-spelling': 'A timestamp holds, but it is written in another form than ours.',
  'timestamp-order': 'A timestamp is older than what it was made for.',
  'revocation-stray':
    'Something stands behind the file that should be a list of withdrawn certificates and is none.',
  'signature-spelling': 'The signature holds, but it is written in another form than a seal is.',
  'certificate-stray': 'The seal carries a certificate that does not belong to it.',
  'chain-untrusted': 'The certificate of the seal does not lead to a trusted root.',
} as const;

export type SealProblem = keyof typeof sealProblems;
