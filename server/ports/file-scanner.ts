/** `unknown`: the scanner itself failed, so that nothing is known of the file. */
export type Scanned = 'clean' | 'harmful' | 'unknown';

/** Looks for malware in a file that somebody hands in, before anything of it is kept (S-28). */
export type FileScanner = { scan(file: Uint8Array): Promise<Scanned> };
