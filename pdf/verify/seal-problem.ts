/** Problems of a seal by stable code, with a sentence for people. */
const sealProblems = {
  'not-a-pdf': 'The file is not a PDF.',
  'no-seal': 'The file has no seal, so it is not the sealed original.',
  'structure-unreadable': 'The file does not have the structure of a sealed file.',
  'several-signatures': 'The file contains more than one signature.',
  'pages-redrawn': 'More than signatures was added to the file that others had signed before.',
  'bytes-after-seal': 'Data was added to the file after it was sealed.',
  'byte-range-form': 'The seal does not state clearly which bytes it covers.',
  'byte-range-gap': 'The seal does not cover all bytes outside its own signature.',
  'contents-form': 'The space of the signature contains other data.',
  'not-certified': 'The seal does not forbid changes.',
  'not-pades': 'The signature is not of the kind used for seals.',
  'no-time': 'The seal does not say when it was made.',
  'signature-unreadable': 'The signature cannot be read.',
  'digest-differs': 'The file differs from the one that was sealed.',
  'signature-wrong': 'The signature was not made with the key that it names.',
  'certificate-differs': 'The seal does not contain the certificates that it was made with.',
  'unsigned-attributes':
    'The signature contains data that it does not cover and that was not verified, such as a timestamp.',
  'timestamp-unreadable': 'A timestamp in the file cannot be read.',
  'timestamp-of-other': 'A timestamp in the file covers other data.',
  'timestamp-signature-wrong': 'A timestamp was not made with the key that it names.',
  'timestamp-certificate':
    'A timestamp was not made by a timestamp authority, or its certificate was not valid at the time.',
  'timestamp-spelling': 'A timestamp is valid, but its encoding is not ours.',
  'timestamp-order': 'A timestamp is older than the data it covers.',
  'revocation-stray': 'The data after the file should be a list of revoked certificates but is not.',
  'signature-spelling': 'The signature is valid, but its encoding is not that of a seal.',
  'certificate-stray': 'The seal contains a certificate that does not belong to it.',
  'chain-untrusted': 'The certificate of the seal does not lead to a trusted root.',
} as const;

export type SealProblem = keyof typeof sealProblems;
