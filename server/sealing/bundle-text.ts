import type { Ending } from './evidence.ts';

export type BundleFacts = {
  /** Whether a sealed file is in it. */
  isSealed: boolean;
  ending: Ending | undefined;
  publicUrl: string;
  hasProof: boolean;
};

/** How the files of a bundle belong together and how they came to be, for people who have never seen one. */
export function bundleText({ isSealed, ending, publicUrl, hasProof }: BundleFacts): string {
  const file = ending ? 'record.pdf' : 'sealed.pdf';
  return [
    'EVIDENCE OF ONE DOCUMENT',
    '',
    ...(isSealed ? sealedWords(file, ending) : openWords),
    '',
    'HOW THE DOCUMENT WAS SIGNED',
    '',
    '1. Its sender uploaded a file. It was rewritten into the base file (base.pdf), without anything that could',
    '   change what it shows, and the sender placed fields on it and named the recipients.',
    '2. When it was sent, document, fields and recipients became the agreement, by a hash that every later step names.',
    '3. Each recipient got a link in an email, or was handed the page as the evidence says. They were shown the base',
    '   file, agreed to sign electronically, filled in their fields and signed.',
    '4. Each step became an event with a time by the clock of the server. Each event holds the hash of the one before,',
    '   so that none can be changed, left out or moved. Personal values are kept as salted hashes, with the values and',
    '   salts beside them where the parties may see them of each other.',
    '5. When everybody had signed, signatures and values were printed on the base file, a certificate was put behind',
    '   it, the evidence was attached, and the whole was sealed. A document that ended before has a record instead.',
    '',
    'THE FILES',
    '',
    ...(isSealed
      ? [`${file}: the sealed PDF. It holds everything else that matters, and proves it alone.`]
      : []),
    'evidence.json: the trail as it stands now. It goes on from the one inside the sealed file and says so (extends).',
    'evidence.schema.json: the form of it, as JSON Schema.',
    'base.pdf: the pages that everybody was shown, by the hash that every act names.',
    'pictures/: signatures that were drawn, named by the hash of their ink.',
    'certificates/: of the seal now in use, of its root, and the roots of the authorities for time that are believed.',
    ...(hasProof
      ? ['proofs/log-proof.txt: that the last event is in the log of the installation (C2SP tlog-proof).']
      : []),
    '',
    'HOW TO CHECK IT',
    '',
    ...(isSealed
      ? [
          `In a browser, where the file stays on your device: ${publicUrl}/verify`,
          'Without a network, with the command that the same page hands out (Node 20 or newer):',
          '',
          `    node countersign-verify.mjs ${file} --root certificates/root.pem`,
          '',
          'Compare the fingerprint of the root with the one that the operator gives by another way. What the command',
          'does step by step, and a verifier of one page to read, stand in docs/evidence.md of the project.',
        ]
      : ['Only a sealed file proves anything; this bundle has none yet.']),
    '',
  ].join('\n');
}

function sealedWords(file: string, ending: Ending | undefined): string[] {
  return ending
    ? [
        `This document was not completed: it was ${ending === 'expired' ? 'left to expire' : ending}.`,
        `${file} is the sealed record of what happened to it until then.`,
      ]
    : [`This document was completed. ${file} is what everybody holds.`];
}

const openWords = [
  'There is no sealed file of this document: it is not completed, or its record is not made yet.',
];
