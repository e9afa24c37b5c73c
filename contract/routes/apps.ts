import {
  appList,
  authorizationServer,
  connectAnswer,
  connectDecision,
  connectionList,
  connectRequest,
  createAppBody,
  newApp,
  resourceMetadata,
} from '../apps.ts';
import { appPaths } from '../paths.ts';
import { nothing, redirect, routesAt } from '../route.ts';

/** OAuth apps; only people can register, connect and disconnect them. */
export const appRows = routesAt(appPaths, {
  listApps: {
    ...{ summary: 'List the apps that members of the account can connect', who: 'member' },
    answers: { 200: appList },
    refusals: [],
  },
  createApp: {
    ...{
      summary: 'Register an app; the response is the only place that shows its secret',
      who: 'confirmed',
      body: createAppBody,
    },
    answers: { 201: newApp },
    refusals: ['key-name-missing', 'redirect-invalid', 'keys-too-many', 'plan-without-api'],
  },
  removeApp: {
    ...{ summary: 'Delete an app and disconnect everyone who uses it', who: 'member' },
    answers: { 204: nothing },
    refusals: ['not-found'],
  },
  listConnections: {
    ...{ summary: 'List the member’s connected apps', who: 'member' },
    answers: { 200: connectionList },
    refusals: [],
  },
  endConnection: {
    ...{ summary: 'Disconnect an app', who: 'member', answers: { 204: nothing } },
    refusals: ['not-found'],
  },
  beginConnection: {
    ...{ summary: 'Redirect from an app to its consent page', who: 'anyone', head: false },
    answers: { 302: redirect },
    refusals: [],
  },
  readConnectRequest: {
    ...{
      summary: 'Get the permissions that an app requests',
      who: 'member',
      answers: { 200: connectRequest },
    },
    refusals: ['not-found', 'plan-without-api'],
  },
  decideConnection: {
    ...{
      summary: 'Allow or deny an app’s request to act for the member',
      who: 'confirmed',
      body: connectDecision,
    },
    answers: { 200: connectAnswer },
    refusals: ['not-found', 'plan-without-api'],
  },
  readResource: {
    ...{ summary: 'Get the protected resource metadata of the API (RFC 9728)', who: 'anyone' },
    answers: { 200: resourceMetadata },
    refusals: [],
  },
  readMcpResource: {
    ...{ summary: 'Get the protected resource metadata of the MCP tools (RFC 9728)', who: 'anyone' },
    answers: { 200: resourceMetadata },
    refusals: [],
  },
  readAuthorizationServer: {
    ...{ summary: 'Get the authorization server metadata (RFC 8414)', who: 'anyone' },
    answers: { 200: authorizationServer },
    refusals: [],
  },
});
