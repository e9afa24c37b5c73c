import type english from './wording/en.json';

/** Settings of an installation that determine which claims it may make about its signatures. */
export type ClaimsConfig = {
  /** Origin of the sealing certificate: created at first boot, or provided by the operator. */
  seal: 'self-issued' | 'provided';
  /** Source of timestamps in sealed files: none, or a timestamp authority. */
  timestamps: 'none' | 'rfc-3161';
};

/** Legal claims of the product. Null means that no claim is made. */
export type Claims = {
  /** Claim C-1. Always shown together with the exclusions. */
  esign: string;
  /** Claim C-2, about the eIDAS Regulation. */
  eidas: string;
  /** Claim C-5: describes the seal. It never claims more than the certificate shows. */
  seal: string;
  /** Claim C-6, about timestamps. */
  timestamp: string | null;
  /** The exceptions of the ESIGN Act (15 USC §7003), as shown next to claim C-1. */
  exclusions: readonly string[];
};

/** Claim texts of one language, from the wording/ folder. */
export type ClaimMessages = typeof english;

/**
 * Returns the claims that the product may make about the legal effect of its signatures (C-1 to C-6). The
 * landing, support and legal pages use only these claims. forbidden-claims.ts lists the claims that no text may
 * make.
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
