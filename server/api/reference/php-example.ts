import { fillIn, methodOf } from '#contract/paths.ts';
import type { Route } from '#contract/route.ts';
import { exampleCall } from './example-call.ts';

/** The PHP function that the examples call. */
export const phpFunction = `<?php
function request(string $method, string $path, mixed $json = null, ?array $form = null): string
{
    $headers = ['Authorization: Bearer ' . getenv('COUNTERSIGN_KEY')];
    $request = curl_init(getenv('COUNTERSIGN_URL') . $path);
    if ($json !== null) {
        $headers[] = 'Content-Type: application/json';
    }
    if ($json !== null || $form !== null) {
        curl_setopt($request, CURLOPT_POSTFIELDS, $form ?? json_encode($json));
    }
    curl_setopt($request, CURLOPT_CUSTOMREQUEST, $method);
    curl_setopt($request, CURLOPT_HTTPHEADER, $headers);
    curl_setopt($request, CURLOPT_RETURNTRANSFER, true);
    $response = curl_exec($request);
    if (curl_getinfo($request, CURLINFO_RESPONSE_CODE) >= 400) {
        throw new RuntimeException($response);
    }
    return $response;
}`;

/** Returns the call of a route with that PHP function. A test runs each one. */
export function phpExample(route: Route): string {
  const { params, query, body, form } = exampleCall(route);
  const given = [
    literal(methodOf(route.at)),
    literal(fillIn(route.at, { params, query })),
    ...(body === undefined ? [] : [`json: ${literal(body)}`]),
    ...(form ? [`form: ${formText(form)}`] : []),
  ];
  const call = `request(${given.join(', ')});`;
  return call.length <= 100 ? call : `request(\n    ${given.join(',\n    ')},\n);`;
}

function formText(form: Readonly<Record<string, string>>): string {
  const parts = Object.entries(form).map(([name, text]) => `${literal(name)} => ${literal(text)}`);
  return `[${[...parts, `'file' => new CURLFile('lease.pdf')`].join(', ')}]`;
}

/** Returns a JSON value as PHP. PHP writes an empty object differently from an empty array. */
function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(([key, part]) => `${literal(key)} => ${literal(part)}`);
    return entries.length === 0 ? 'new stdClass()' : `[${entries.join(', ')}]`;
  }
  if (typeof value !== 'string') return JSON.stringify(value);
  return `'${value.replaceAll('\\', String.raw`\\`).replaceAll("'", String.raw`\'`)}'`;
}
