import { describe, expect, test } from 'vitest';
import { latin1Bytes, latin1Text } from '../objects/objects.ts';
import { closeContent } from './close-content.ts';
import { scanContent } from './scan-content.ts';

function operatorsOf(content: string): string[] {
  const names: string[] = [];
  scanContent(latin1Bytes(content), ({ name }) => names.push(name));
  return names;
}

const closed = (content: string): { rewritten: string | undefined; closing: string } => {
  const { rewritten, closing } = closeContent(latin1Bytes(content));
  return { rewritten: rewritten === undefined ? undefined : latin1Text(rewritten), closing };
};

describe('operators are found among their operands', () => {
  test.each([
    ['strings hold anything', '(q Q \\) BT) Tj <71> Tj', ['Tj', 'Tj']],
    ['names hold anything', '/q gs /Q Do', ['gs', 'Do']],
    ['comments are skipped', 'q % Q Q Q\nQ', ['q', 'Q']],
    ['an operator may stick to a number', '1 0 0 rg 0 0 m 5 5l', ['rg', 'm', 'l']],
    ['dictionaries and arrays', '/P <</MCID 0 /A [1 2]>> BDC [(a) -3 (b)] TJ EMC', ['BDC', 'TJ', 'EMC']],
    ['an inline image is one', 'BI /W 2 /H 1 /BPC 8 /CS /G ID Q\x00EI\x01 Q EI Q', ['BI', 'Q']],
  ])('%s', (_, content, names) => {
    expect(operatorsOf(content)).toEqual(names);
  });
});

describe('content is made safe to be followed by other content', () => {
  test.each([
    ['balanced content stays', 'q 1 0 0 rg Q', undefined, ''],
    ['open q', 'q q Q', undefined, 'Q\n'],
    ['open text and marks', '/P BMC BT', undefined, 'ET\nEMC\n'],
    ['a Q too many is blanked', 'q Q Q 0 0 m', 'q Q   0 0 m', ''],
    ['an open string is cut off', '0 g (abc', '0 g', ''],
    ['an open array is cut off', '0 g [1 2', '0 g', ''],
    ['what lacks operands is blanked', 'BT /F1 Tf (a) Tj 0 g ET', 'BT        (a) Tj 0 g ET', ''],
    [
      'words of the text state inside an array go, and its strings stay',
      '[(a) 0 Tc -9 (b) 0 Tc (c) ] TJ 0 Tc',
      '[(a) 0    -9 (b) 0    (c) ] TJ 0 Tc',
      '',
    ],
    ['an array that is never closed is none', '[(a) 0 Tc (b) Tj', '          (b) Tj', ''],
    ['nor is one that another follows', '[(a) 0 Tc [(b)] TJ', '          [(b)] TJ', ''],
    ['a dictionary that is never closed is none', '0 g /P << foo 1 g', '0 g /P    foo 1 g', ''],
    [
      'nor is one in which others stand',
      '<< /A << /B 1 >> q [ 1 ] 0 d',
      '   /A << /B 1 >> q [ 1 ] 0 d',
      'Q\n',
    ],
    [
      'behind an array that is never closed, no program shows anything',
      'q 0 g [ (a) BT (b) Tj ET Q',
      'q 0 g ',
      'Q\n',
    ],
    ['an array that is closed behind an operator stays', '[(a) BT (b)] TJ', undefined, 'ET\n'],
    ['what is blanked leaves no dictionary open', '/P << foo >> BDC 0 g', '/P    foo        0 g', ''],
    ['a number that some cannot read is none', '/F1 1e2 Tf 0 g', '           0 g', ''],
    ['an array and a dictionary are operands', '/P <</MCID 0>> BDC [(a)] TJ [] 0 d EMC', undefined, ''],
    ['so are numbers stuck to their operator, and more of them than needed', '9 1 0 0 1g 5w', undefined, ''],
  ])('%s', (_, content, rewritten, closing) => {
    expect(closed(content)).toEqual({ rewritten, closing });
  });
});
