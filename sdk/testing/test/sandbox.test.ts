import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleFile } from '../../../scripts/lib/paths.mjs';
import { ensureBuilt } from '../../../scripts/lib/ready.mjs';
import { createSandbox, type Sandbox, type SandboxPlatform, softwarePasskey } from '../src/index.ts';
import { newProject } from './support/project.ts';

const project = newProject();
let sandbox: Sandbox;
let p: SandboxPlatform;
beforeAll(async () => {
  await ensureBuilt();
  sandbox = await createSandbox({ project: project.directory, command: [process.execPath, bundleFile] });
  p = await sandbox.platform();
});
afterAll(async () => {
  await sandbox?.close();
  project.remove();
});

it('creates', async () => {
  await p.fund('USD', 100_000);
  const event = await p.webhooks.waitFor('INCOMING_PAYMENT.COMPLETED');
  expect(event.data.receivedAmount?.amount).toBe(100_000);
});
