import type english from './wording/en.json';

/** The settings of an installation that decide what may be said about its signatures. */
export type ClaimsConfig = {
  /** Whether the sealing certificate was made at first boot or brought by the operator. */
  seal: 'self-issued' | 'provided';
  /** Whether sealed files carry the time of an authority. */
  timestamps: 'none' | 'rfc-3161';
};

/** The legal sentences of the product. Null: nothing is claimed. */
export type Claims = {
  /** C-1. Shown only with the exclusions at hand. */
  esign: string;
  /** C-2. */
  eidas: string;
  /** C-5: what the seal is; never more than its certificate shows. */
  seal: string;
  /** C-6. */
  timestamp: string | null;
  /** The exclusions of the ESIGN Act (15 USC §7003), in the words shown beside C-1. */
  exclusions: readonly string[];
};

/** One of wording/: the same sentences in each language. */
export type ClaimWords = typeof english;

/**
 * The claims that the product may make about the legal worth of its signatures (C-1 to C-6). The landing page, the
 * support page and the legal pages take their claims from here and word none of their own; forbidden-claims.ts holds
 * what nobody may say.
 */
export function claims(config: ClaimsConfig, words: ClaimWords): Claims {
  return {
    esign: words.esign,
    eidas: words.eidas,
    seal: words.seal[config.seal],
    timestamp: config.timestamps === 'none' ? null : words.timestamp,
    exclusions: words.exclusions,
  };
}
