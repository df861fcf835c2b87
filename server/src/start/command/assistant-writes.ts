import { Type } from '@sinclair/typebox';
import type { Tool } from '../../surfaces/mcp/tool.ts';
import { assistantTool } from './assistant-tool.ts';
import { advance, next, show } from './clock.ts';
import { fund } from './fund.ts';
import type { Invocation, RunCommand } from './invocation.ts';
import { parseSpan } from './spans.ts';
import { trigger } from './trigger.ts';

const writing = { readOnlyHint: false, destructiveHint: false };

/** Tools that change the sandbox: commands with the same names, whose printed items are the result. */
export function writingTools(invocation: Invocation): Tool[] {
  const items = async <O>(run: RunCommand<O>, options: O): Promise<object[]> => {
    const printed: object[] = [];
    await run({
      ...invocation,
      options: { ...invocation.options, ...options },
      note: (message) => void printed.push({ message }),
      print: (item) => void printed.push(item),
    });
    return printed;
  };
  return [
    assistantTool({
      name: 'trigger',
      title: 'Cause an event',
      description: 'Builds real state in the sandbox until the event happens. Returns the id of everything it makes.',
      input: Type.Object({
        event: Type.String({ description: 'such as OUTGOING_PAYMENT.FAILED' }),
        set: Type.Optional(Type.Record(Type.String(), Type.String(), { description: 'values such as amount' })),
        using: Type.Optional(
          Type.Array(Type.String({ pattern: '^\\w+:[0-9a-f-]{36}$' }), {
            description: 'ids to use instead of new ones',
          }),
        ),
      }),
      annotations: writing,
      run: (given) => items(trigger, given),
    }),
    assistantTool({
      name: 'clock',
      title: 'Read or advance the clock',
      description: 'Shows the clock of the sandbox and what is due, or advances it and runs what falls due.',
      input: Type.Object({
        advance: Type.Optional(
          Type.String({ pattern: '^([1-9][0-9]{0,6}[smhd]|next)$', description: '6m, 12h or next' }),
        ),
      }),
      annotations: writing,
      run: ({ advance: span }) => {
        if (span === undefined) return items(show, {});
        return span === 'next' ? items(next, {}) : items(advance, { span: parseSpan(span) });
      },
    }),
    assistantTool({
      name: 'fund',
      title: 'Fund an account',
      description: 'Adds money to an internal account of the sandbox: a named one, of a customer, or of the platform.',
      input: Type.Object({
        amount: Type.Integer({ minimum: 1, description: 'in the smallest unit: 100 is one US dollar' }),
        account: Type.Optional(Type.String({ description: 'id of the account' })),
        customer: Type.Optional(Type.String({ description: 'id of the customer' })),
        currency: Type.Optional(Type.String({ description: 'default: USD' })),
      }),
      annotations: writing,
      run: ({ currency = 'USD', ...given }) => items(fund, { currency, ...given }),
    }),
  ];
}
