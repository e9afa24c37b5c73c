/**
 * Column names for email addresses in spreadsheets and mail programs, in the languages of the application.
 * Lowercase.
 */
export const emailHeads: readonly string[] = [
  ...['email', 'e-mail', 'mail', 'email address', 'e-mail address', 'e-mail 1 - value', 'email 1'],
  ...['e-mail-adresse', 'e-mail 1 - wert', 'correo', 'correo electrónico', 'adresse e-mail', 'courriel'],
  ...['البريد الإلكتروني', 'بريد إلكتروني'],
];

/** Column names for full names. */
export const nameHeads: readonly string[] = [
  ...['name', 'full name', 'display name', 'anzeigename', 'vollständiger name', 'nombre completo'],
  ...['nombre para mostrar', 'nom complet', 'nom affiché', 'الاسم', 'الاسم الكامل'],
];

/** Column names for the document title and for the message to recipients. */
export const titleHeads: readonly string[] = ['title', 'titel', 'titre', 'título', 'العنوان'];
export const messageHeads: readonly string[] = ['message', 'nachricht', 'mensaje', 'الرسالة', 'رسالة'];
