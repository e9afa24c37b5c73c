/** What an installation is set up with, as far as it decides what may be said about its signatures. */
export type ClaimsConfig = {
  /** Whether the sealing certificate was made at first boot or brought by the operator. */
  seal: 'self-issued' | 'provided';
  /** Whether sealed files carry the time of an authority. */
  timestamps: 'none' | 'rfc-3161';
};

/** The legal sentences of the product. Null: nothing is claimed. */
export type Claims = {
  /** C-1. Shown only with `esignExclusions` at hand. */
  esign: string;
  /** C-2. */
  eidas: string;
  /** C-5: what the seal is; never more than its certificate shows. */
  seal: string;
  /** C-6. */
  timestamp: string | null;
};

/**
 * What the product may say about the legal worth of its signatures (compliance.md §1.1). The landing page, the
 * support page and the legal pages take their claims from here and word none of their own; forbidden-claims.ts holds
 * what nobody may say.
 */
export function claims(config: ClaimsConfig): Claims {
  return {
    esign:
      'Designed to meet the requirements of the ESIGN Act and UETA for electronic signatures and records.',
    eidas:
      'In the European Union, signers create simple electronic signatures (eIDAS Art. 3(10)); these may not be denied legal effect solely for being electronic or not qualified (Art. 25(1)).',
    seal: seals[config.seal],
    timestamp:
      config.timestamps === 'none'
        ? null
        : 'The seal carries an RFC 3161 timestamp of an authority outside of this server.',
  };
}

const seals: Record<ClaimsConfig['seal'], string> = {
  'self-issued':
    'Every completed file carries a tamper-evident digital seal (self-issued certificate): it shows that the file is the one this server sealed, and any later change.',
  provided:
    'Every completed file carries a tamper-evident digital seal, made with a certificate that the operator of this server provides: it shows whose server sealed the file, and any later change.',
};

/** What the ESIGN Act leaves out (15 USC §7003), in the words shown beside C-1. */
export const esignExclusions: readonly string[] = [
  'wills, codicils and testamentary trusts',
  'adoption, divorce and other matters of family law',
  'the Uniform Commercial Code, other than sections 1-107 and 1-206 and Articles 2 and 2A',
  'court orders and notices, and official court documents',
  'notices that end water, heat, power or other utility services',
  'notices of default, foreclosure or eviction concerning a primary residence',
  'notices that cancel or end health or life insurance benefits',
  'recalls of products that endanger health or safety',
  'papers that must accompany hazardous materials',
];
