/**
 * Operands of each operator of a content stream in order (ISO 32000-2, annex A): `n` number, `N` name, `s`
 * string, `t` array of strings and numbers, `a` array of numbers, `p` name of a property list or the list
 * itself. `*` means any number of numbers, optionally followed by a name.
 */
const SIGNATURES: Record<string, string> = {
  '': 'b B b* B* BT BX EMC ET EX f F f* h n q Q s S T* W W*',
  n: 'g G i j J M Tc TL Tr Ts Tw Tz w',
  nn: 'd0 l m Td TD',
  nnn: 'rg RG',
  nnnn: 'k K re v y',
  nnnnnn: 'c cm d1 Tm',
  N: 'BMC CS cs Do gs MP ri sh',
  Nn: 'Tf',
  Np: 'BDC DP',
  s: "Tj '",
  nns: '"',
  t: 'TJ',
  an: 'd',
  '*': 'sc SC scn SCN',
};

export const OPERANDS: ReadonlyMap<string, string> = new Map(
  Object.entries(SIGNATURES).flatMap(([operands, names]) =>
    names.split(' ').map((name) => [name, operands] as const),
  ),
);

const setOf = (names: string): ReadonlySet<string> => new Set(names.split(' '));

export const PATH_SEGMENTS = setOf('m l c v y h re');
export const PATH_PAINTING = setOf('b B b* B* f F f* n s S');
export const CLIPPING = setOf('W W*');
export const TEXT_SHOWING = setOf('Tj TJ \' "');
export const TEXT_POSITIONING = setOf('Td TD Tm T*');
export const TEXT_STATE = setOf('Tc Tw Tz TL Tr Ts Tf');
export const COLOR_SETTING = setOf('g G rg RG k K cs CS sc SC scn SCN ri');
