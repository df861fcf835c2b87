import { Webhook } from 'lucide-react';
import { useCan } from '../../api/use-session.ts';
import { Button } from '../../parts/button.tsx';
import { CodeBlock } from '../../parts/copy.tsx';
import { Empty } from '../../parts/note.tsx';
import { Section } from '../../parts/page.tsx';

/** Code of a receiver that verifies signatures with the client library. */
const receiver = () => `import { createServer } from 'node:http';
import { createClient, WebhookError } from '@causeway/client';

const causeway = createClient({
  baseUrl: '${location.origin}',
  clientId: process.env.CAUSEWAY_CLIENT_ID ?? '',
  clientSecret: process.env.CAUSEWAY_CLIENT_SECRET ?? '',
});

createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  try {
    const event = await causeway.webhooks.unwrap(Buffer.concat(chunks), request.headers);
    console.log(event.type);
    response.writeHead(204).end();
  } catch (error) {
    response.writeHead(error instanceof WebhookError ? 401 : 500).end();
  }
}).listen(3000);`;

/** Shown before the first endpoint: a receiver to start with. */
export function NoEndpoint({ onSet }: { onSet: () => void }) {
  const canManage = useCan('MANAGE');
  return (
    <>
      <Empty
        icon={Webhook}
        title="No endpoint yet"
        actions={
          canManage && (
            <Button look="primary" onClick={onSet}>
              Set endpoint
            </Button>
          )
        }
      >
        Events are stored and shown below, but sent nowhere. Start a receiver, then set its address.
      </Empty>
      <Section title="A receiver to start with">
        <CodeBlock text={receiver()} label="receiver in TypeScript" />
      </Section>
    </>
  );
}
