import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordedExamples } from '../src/engine/http/examples.ts';
import type { Route } from '../src/engine/http/route.ts';
import { urlOf } from '../src/engine/http/route-url.ts';
import { BASE_PATH } from '../src/foundation/config.ts';
import { TestApp } from './support/app.ts';
import type { Answer, Client } from './support/client.ts';
import { type Call, callOf, exampleCall } from './support/examples.ts';
import { furtherExamples, preparations, withoutCall } from './support/further-examples.ts';
import { HandClock } from './support/hand-clock.ts';
import { bankConfig, failingJobs, operatorExamples } from './support/operator-examples.ts';
import {
  formWith,
  plainBody,
  type RecordedExamples,
  Sanitizer,
  settledExample,
  shortened,
  withRealValues,
} from './support/recorded-examples.ts';
import { signedHeaders } from './support/wallets.ts';

type Json = Record<string, any>;

/** A Thursday morning: times in the examples do not depend on the day of the recording. */
const clock = new HandClock();
clock.at = new Date('2026-01-15T09:30:00.000Z');

let app: TestApp;
let operator: Client;
let document: Json;
beforeAll(async () => {
  const config = { ...bankConfig(), masterKeys: [randomBytes(32)] };
  app = await TestApp.start({ config, clock, jobHandlers: failingJobs });
  // Jobs run only if an example advances the clock, so that no response depends on their speed.
  await app.app.worker.stop();
  await app.app.deliveryWorker.stop();
  operator = await app.newOperator();
  document = JSON.parse((await app.app.http.inject('/openapi.json')).body);
});
afterAll(() => app.stop());

const followed = (node: Json): Json =>
  node['$ref']
    ? node['$ref']
        .split('/')
        .slice(1)
        .reduce((inner: Json, name: string) => inner[name], document)
    : node;

/** Every operation with its path and method in the document. */
const operations = (): { url: string; method: string; operation: Json }[] =>
  Object.entries<Json>(document['paths']).flatMap(([url, methods]) =>
    Object.entries<Json>(methods).map(([method, operation]) => ({ url, method, operation })),
  );

const examplesIn = ({ examples = {} }: Json): unknown[] =>
  Object.values<Json>(examples).map((example) => followed(example)['value']);

describe('the OpenAPI document', () => {
  it('describes every property of every schema, and every parameter, in a sentence', () => {
    const missing: string[] = [];
    const check = (node: Json, place: string): void => {
      const description = node['description'] ?? followed(node)['description'] ?? '';
      if (!/^[A-Z`].*\.$/s.test(description)) missing.push(`${place}: ${description}`);
    };
    const walk = (node: unknown, place: string): void => {
      if (typeof node !== 'object' || node === null) return;
      for (const [name, value] of Object.entries(node as Json)) {
        const here = `${place}.${name}`;
        if (name === 'properties' && !Array.isArray(value)) {
          for (const [member, schema] of Object.entries<Json>(value)) check(schema, `${here}.${member}`);
        }
        if (name === 'parameters') {
          for (const { name: parameter, schema, description } of value) {
            check({ ...schema, ...(description && { description }) }, `${here}.${parameter}`);
          }
        }
        if (name !== 'examples' && name !== 'enum') walk(value, here);
      }
    };
    walk(document['components'].schemas, 'schemas');
    walk(document['components'].responses, 'responses');
    walk(document['paths'], 'paths');
    walk(document['webhooks'], 'webhooks');
    expect(missing).toEqual([]);
  });

  it('has an example of every body and of every answer', () => {
    const missing = operations().flatMap(({ operation }) => {
      const { operationId, requestBody, responses } = operation;
      const contents = [
        ['body', requestBody],
        ...Object.entries(responses).filter(([status]) => status.startsWith('2')),
      ].flatMap(([part, holder]) =>
        Object.entries<Json>(holder?.content ?? {}).map(([type, content]) => ({ part, type, content })),
      );
      return contents
        .filter(({ type, content }) => /json|form/.test(type) && examplesIn(content).length === 0)
        .map(({ part }) => `${operationId} ${part}`);
    });
    expect(missing).toEqual([]);
  });

  it('has examples of answers that match their schemas', () => {
    const headers = new Headers({ 'x-request-id': '01890000-0000-7000-8000-000000000000' });
    for (const { url, method, operation } of operations()) {
      for (const [status, response] of Object.entries<Json>(operation['responses'])) {
        for (const value of examplesIn(response['content']?.['application/json'] ?? {})) {
          const exchange = { method: method.toUpperCase(), path: url, status: Number(status), headers };
          app.contract.check({ ...exchange, text: JSON.stringify(value) });
        }
      }
    }
  });
});

describe('the recorded examples', () => {
  const operationOf = (route: Route): Json => document['paths'][urlOf(BASE_PATH, route)][route.method.toLowerCase()];

  const documentedBodies = (route: Route): unknown[] => {
    const content = operationOf(route)['requestBody']?.content ?? {};
    return examplesIn(content['application/json'] ?? content['multipart/form-data'] ?? {});
  };

  /** Requests to record. Each is made for a separate platform. */
  const requestsOf = (route: Route): (() => Promise<Call>)[] => [
    async () => {
      const platform = await app.newPlatform();
      const make = operatorExamples[route.operationId];
      if (make) return { ...callOf(route, operator, await make({ app, clock, operator, platform })) };
      await prepare(route, platform);
      return exampleCall(route, platform);
    },
    ...(furtherExamples[route.operationId] ?? []).map((make) => async () => {
      const platform = await app.newPlatform();
      return callOf(route, platform, await make(platform));
    }),
  ];

  async function prepare({ operationId }: Route, platform: Client): Promise<void> {
    const before = app.app.routes.find((route) => route.operationId === preparations[operationId]);
    if (!before) return;
    const call = await exampleCall(before, platform);
    if (!withoutCall.has(before.operationId)) await send(call);
  }

  const send = ({ as, method, path, body, headers }: Call): Promise<Answer> =>
    as.request(method, path, { body, headers });

  /** The response, followed by those to signed retries that it requires. */
  async function answersTo(call: Call): Promise<Answer[]> {
    const answers = [await send(call)];
    for (let last = answers[0]; last?.status === 202 && last.body?.requestId; last = answers.at(-1)) {
      const signed = signedHeaders(last.body.requestId, 'sandbox-valid-signature');
      answers.push(await send({ ...call, headers: { ...call.headers, ...signed } }));
    }
    return answers;
  }

  /** Sends the documented body with real ids. A second request of the same kind shows which values are random. */
  async function record(route: Route): Promise<RecordedExamples> {
    const before: RecordedExamples = recordedExamples[route.operationId] ?? {};
    const made: { body: unknown[]; responses: Record<number, unknown[]> } = { body: [], responses: {} };
    for (const [i, makeCall] of requestsOf(route).entries()) {
      // One after the other, so that each finds its own item at the head of a list.
      const other = await attempt(makeCall);
      const otherAnswers = await answersTo(other.call);
      const one = await attempt(makeCall);
      const body = documentedBody(route, i, one, other);
      const oneAnswers = await answersTo({ ...one.call, body });
      if (one.call.body !== undefined) made.body.push(settledExample(before.body?.[i], one.body, other.body));
      const statuses = [oneAnswers, otherAnswers].map((each) => each.map(({ status }) => status).join());
      if (statuses[0] !== statuses[1]) throw new Error(`${route.operationId} answered ${statuses.join(' and ')}`);
      for (const [n, { status, text }] of oneAnswers.entries()) {
        if (!(status in route.responses)) throw new Error(`${route.operationId} answered ${status}: ${text}`);
        if (!route.responses[status] || route.fileTypes) continue;
        const examples = made.responses[status] ?? [];
        made.responses[status] = examples;
        const [answer, otherAnswer] = [one.clean(oneAnswers[n]), other.clean(otherAnswers[n])];
        examples.push(settledExample(before.responses?.[status]?.[examples.length], answer, otherAnswer));
      }
    }
    return {
      ...(made.body.length > 0 && { body: made.body }),
      ...(Object.keys(made.responses).length > 0 && { responses: made.responses }),
    };
  }

  interface Attempt {
    call: Call;
    /** Body with the ids of the examples. */
    body: unknown;
    clean: (answer: Answer | undefined) => unknown;
  }

  async function attempt(makeCall: () => Promise<Call>): Promise<Attempt> {
    const call = await makeCall();
    const sanitizer = new Sanitizer(app.url);
    const body = sanitizer.clean(plainBody(call.body));
    return { call, body, clean: (answer) => sanitizer.clean(shortened(answer?.body)) };
  }

  function documentedBody(route: Route, i: number, { call, body: clean }: Attempt, { body: other }: Attempt): unknown {
    const example = documentedBodies(route)[i];
    if (example === undefined) return call.body;
    const values = withRealValues(example, { real: plainBody(call.body), clean, other });
    return call.body instanceof FormData ? formWith(call.body, values) : values;
  }

  const tags = (): string[] => [...new Set(app.app.routes.map(({ tag }) => tag))];
  const fileOf = (tag: string): string => {
    const name = tag.toLowerCase().replaceAll(/[^a-z]+/g, '-');
    return fileURLToPath(new URL(`../src/engine/http/examples/${name}.json`, import.meta.url));
  };

  // Calls and records every operation of the service.
  it('are accepted and answered by the server as documented', { timeout: 180_000 }, async () => {
    const problems: unknown[] = [];
    for (const tag of tags()) {
      const recorded: Record<string, RecordedExamples> = {};
      for (const route of app.app.routes.filter((one) => one.tag === tag && !one.examples)) {
        try {
          const examples = await record(route);
          if (Object.keys(examples).length > 0) recorded[route.operationId] = examples;
        } catch (error) {
          problems.push(error);
        }
      }
      await expect(`${JSON.stringify(recorded, null, 2)}\n`).toMatchFileSnapshot(fileOf(tag));
    }
    expect(problems).toEqual([]);
  });
});
