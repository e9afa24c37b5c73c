/** `unknown` means that the scanner itself failed. */
export type Scanned = 'clean' | 'harmful' | 'unknown';

/** Scans an uploaded file for malware before any of it is stored (S-28). */
export type FileScanner = { scan(file: Uint8Array): Promise<Scanned> };
