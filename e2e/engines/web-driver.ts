import type { Command, Wire } from './wire.ts';

const addresses: Readonly<Record<Command, readonly [method: 'POST' | 'DELETE' | 'GET', path: string]>> = {
  NewSession: ['POST', ''],
  DeleteSession: ['DELETE', '/{session}'],
  DeleteAllCookies: ['DELETE', '/{session}/cookie'],
  Navigate: ['POST', '/{session}/url'],
  Refresh: ['POST', '/{session}/refresh'],
  SetWindowRect: ['POST', '/{session}/window/rect'],
  ExecuteScript: ['POST', '/{session}/execute/sync'],
  ElementClick: ['POST', '/{session}/element/{id}/click'],
  ElementSendKeys: ['POST', '/{session}/element/{id}/value'],
  PerformActions: ['POST', '/{session}/actions'],
  TakeScreenshot: ['GET', '/{session}/screenshot'],
};

/** A client for WebDriver over HTTP. */
export function openWebDriver(baseUrl: string): Wire {
  let session = '';
  return {
    async call(command, body = {}) {
      const [method, path] = addresses[command];
      const { id = '' } = body as { id?: string };
      const address = path.replace('{session}', session).replace('{id}', encodeURIComponent(id));
      const response = await fetch(`${baseUrl}/session${address}`, {
        method,
        ...(method === 'POST' && { body: JSON.stringify(body) }),
      });
      const { value } = (await response.json()) as { value: unknown };
      if (!response.ok) {
        const { error, message } = value as { error: string; message: string };
        throw new Error(`${command}: ${error}: ${message}`);
      }
      if (command === 'NewSession') session = (value as { sessionId: string }).sessionId;
      return value;
    },
    close: () => Promise.resolve(),
  };
}
