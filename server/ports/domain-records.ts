/** The public records of a domain, as its name servers tell them. */
export type DomainRecords = {
  /** The texts of its TXT records; none where there is no such name. Rejects when nobody answers. */
  txt(name: string): Promise<string[]>;
};
