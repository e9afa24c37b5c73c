/**
 * Addresses that the development server proxies to the server. All others are pages or files of the client.
 */
export const forwardsToServer =
  /^\/(?:api|developers|form|log|mcp|metrics|my-data|oauth|oidc|\.well-known|login|mail|outbox|reply-to|sandbox-payments|scim)(?:[/?]|$)|^\/(?:sign-in|plain)\.\w+/;
