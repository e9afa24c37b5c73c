/** Placeholders that each text requires. Written by `npm run translations`. */
export type SignInParts = {
  'signUp.lead': 'count';
  'signUp.text': 'count';
  'problem.tooMany': 'wait';
  'problem.minutes': 'count';
  'problem.passwordShort': 'count';
  'problem.passwordLong': 'count';
  'code.lead': 'service';
  'forgot.sentText': 'email';
  'reset.lead': 'count';
  'confirm.lead': 'email';
  'confirm.open': 'service';
  'confirm.signIn': 'email';
  'join.domain': 'domains';
  'join.sentText': 'email';
};
