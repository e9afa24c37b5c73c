/** Default values of columns: no codes, no reminders, no rules. Tests spread them into their objects. */
export const plainRecipient = {
  invitedAt: null,
  remindedAt: null,
  reminders: 0,
  remindAt: null,
  consentWithdrawnAt: null,
  accessCodeHash: null,
  accessCodeTries: 0,
  mailCode: false,
  message: '',
  mailCodeNonce: null,
  mailCodeAt: null,
  mailCodeTries: 0,
  mailCodeWrong: 0,
  passkey: 'none' as const,
};

export const plainDocument = {
  reminderRule: null,
  delegationAllowed: false,
  signatureKinds: null,
  warnAt: null,
};
