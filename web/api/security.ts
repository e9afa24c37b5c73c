import { mutationOptions } from '@tanstack/react-query';
import { addressOf } from '#contract/address.ts';
import type { CurrentUser } from '#contract/accounts/account.ts';
import { accountPaths, securityPaths, signInPaths } from '#contract/paths.ts';
import type { ProfileBody } from '#contract/accounts/security.ts';
import { change, mutationTo, uncachedQueryFor } from './transport/call.ts';
import { queryClient } from './transport/query-client.ts';

/** Sign-in methods of the signed-in person. */
export const securityQuery = uncachedQueryFor(['api', 'security'], securityPaths.readSecurity);
export const sessionsQuery = uncachedQueryFor(['api', 'sessions'], securityPaths.listSessions);

const userKey = ['api', 'auth', 'user'];
const refetch = () =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: securityQuery.queryKey }),
    queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  ]);
/** The server decides whether a required second factor is still missing. */
const refetchWithUser = () => Promise.all([refetch(), queryClient.invalidateQueries({ queryKey: userKey })]);
const changeUser = (change: Partial<CurrentUser>) =>
  queryClient.setQueryData<CurrentUser | null>(userKey, (user) => user && { ...user, ...change });

export const saveProfile = mutationTo(
  accountPaths.changeProfile,
  (names: ProfileBody) => ({ body: names }),
  (_nothing, names) => changeUser(names),
);

/** The browser has already cropped the picture to a square. */
export const savePhoto = mutationTo(
  accountPaths.putPhoto,
  (photo: Blob) => ({ body: photo }),
  ({ photo }) => changeUser({ photo }),
);

export const removePhoto = mutationTo(
  accountPaths.deletePhoto,
  () => ({}),
  () => changeUser({ photo: null }),
);

export const changePassword = mutationTo(
  securityPaths.changePassword,
  (body: { password: string; newPassword: string }) => ({ body }),
  refetch,
);

export const changeEmail = mutationTo(
  securityPaths.changeEmail,
  (body: { password: string; email: string }) => ({ body }),
);

export const requestEmailConfirmation = mutationTo(securityPaths.confirmEmail, () => ({}));

export const beginTwoFactor = mutationTo(securityPaths.beginTwoFactor, (password: string) => ({
  body: { password },
}));

export const confirmTwoFactor = mutationTo(
  securityPaths.confirmTwoFactor,
  (code: string) => ({ body: { code } }),
  refetchWithUser,
);

export const endTwoFactor = mutationTo(
  securityPaths.endTwoFactor,
  (password: string) => ({ body: { password } }),
  refetchWithUser,
);

export const renewRecoveryCodes = mutationTo(
  securityPaths.renewRecoveryCodes,
  (password: string) => ({ body: { password } }),
  refetch,
);

/** Asks the browser to create a passkey; the system's dialog can be canceled. */
export const addPasskey = mutationOptions({
  mutationFn: async ({ password, name }: { password: string; name: string }) => {
    const optionsJSON = await change(securityPaths.beginPasskey, { body: { password } });
    const { startRegistration } = await import('@simplewebauthn/browser');
    const answer = await startRegistration({ optionsJSON });
    return change(securityPaths.addPasskey, { body: { name, answer } });
  },
  onSuccess: refetchWithUser,
});

export const renamePasskey = mutationTo(
  securityPaths.renamePasskey,
  ({ id, name }: { id: string; name: string }) => ({ params: { id }, body: { name } }),
  refetch,
);

export const removePasskey = mutationTo(
  securityPaths.removePasskey,
  ({ id, password }: { id: string; password: string }) => ({ params: { id }, body: { password } }),
  refetchWithUser,
);

export const endSession = mutationOptions({
  mutationFn: (id: string) => change(securityPaths.endSession, { params: { id } }),
  onSettled: refetch,
});

/** Ends all sessions, including this one, and removes all personal data from this browser. */
export const signOutEverywhere = mutationOptions({
  mutationFn: () => change(securityPaths.endAllSessions),
  onSuccess: () => window.location.assign(addressOf(signInPaths.showSignedOut)),
});
