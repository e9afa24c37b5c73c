import type english from './wording/en.json';

/** The settings of an installation that determine what it may claim about its signatures. */
export type ClaimsConfig = {
  /** The origin of the sealing certificate: created at first boot, or supplied by the operator. */
  seal: 'self-issued' | 'provided';
  /** The source of timestamps in sealed files: none, or an authority. */
  timestamps: 'none' | 'rfc-3161';
};

/** The legal statements of the product. Null means no claim. */
export type Claims = {
  /** C-1. Shown only together with the exclusions. */
  esign: string;
  /** Claim C-2. */
  eidas: string;
  /** C-5: what the seal is, never more than its certificate shows. */
  seal: string;
  /** Claim C-6. */
  timestamp: string | null;
  /** The exclusions of the ESIGN Act (15 USC §7003), in the wording shown next to C-1. */
  exclusions: readonly string[];
};

/** The claim texts of one language, from wording/. */
export type ClaimMessages = typeof english;

/**
 * Returns the claims that the product may make about the legal effect of its signatures (C-1 to C-6). The
 * landing, support and legal pages only use these claims and add none. forbidden-claims.ts lists the claims
 * that no text may make.
 */
export function claims(config: ClaimsConfig, words: ClaimMessages): Claims {
  return {
    esign: words.esign,
    eidas: words.eidas,
    seal: words.seal[config.seal],
    timestamp: config.timestamps === 'none' ? null : words.timestamp,
    exclusions: words.exclusions,
  };
}
