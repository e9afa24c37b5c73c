/** The people in our tests. Ada sends, Grace and Linus sign, Hana approves, Mallory attacks. */
export const grace = { name: 'Grace Lindqvist', email: 'grace@harbour.example' };
export const linus = { name: 'Linus Okafor', email: 'linus@okafor.example' };
export const hana = { name: 'Hana Sato', email: 'hana@harbour.example' };
