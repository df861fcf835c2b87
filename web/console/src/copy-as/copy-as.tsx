import { useState } from 'react';
import { clientCallOf } from '../../../../server/src/start/command/client-call.ts';
import { type Snippet, type SnippetKind, snippetOf } from '../../../../server/src/start/command/snippets.ts';
import { CodeBlock } from '../parts/copy.tsx';
import { clientRoutes } from './client-routes.ts';
import css from './copy-as.module.css';

const kinds: readonly { kind: SnippetKind; label: string }[] = [
  { kind: 'curl', label: 'curl' },
  { kind: 'ts', label: 'TypeScript' },
  { kind: 'test', label: 'Test' },
];

/** A request as code that repeats it, in the form that the reader chooses. */
export function CopyAs({ request }: { request: Snippet & { route: string } }) {
  const [chosen, setChosen] = useState<SnippetKind>('curl');
  const text = snippetOf(
    { ...request, call: request.call ?? clientCallOf(request, clientRoutes) },
    chosen,
    location.origin,
  );
  return (
    <div>
      <fieldset className={css.kinds} aria-label="Form of the code">
        {kinds.map(({ kind, label }) => (
          <button
            key={kind}
            type="button"
            className={css.kind}
            aria-pressed={kind === chosen}
            onClick={() => setChosen(kind)}
          >
            {label}
          </button>
        ))}
      </fieldset>
      <CodeBlock text={text} label={`${kinds.find(({ kind }) => kind === chosen)?.label} code`} />
    </div>
  );
}
