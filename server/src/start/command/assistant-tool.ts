import { type Static, type TObject, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { UsageError } from '../../foundation/runtime/errors.ts';
import { inputSchemaOf } from '../../surfaces/mcp/input-schemas.ts';
import { jsonResult, structuredResult, type Tool, type ToolDescription, textResult } from '../../surfaces/mcp/tool.ts';

interface Definition<S extends TObject>
  extends Pick<ToolDescription, 'name' | 'title' | 'description' | 'annotations'> {
  input: S;
  /** Returns text, or a value that is sent as JSON. */
  run(given: Static<S>): Promise<unknown>;
}

/** A tool that checks its arguments by their schema. */
export function assistantTool<S extends TObject>({ input, run, ...description }: Definition<S>): Tool {
  const strict = Type.Composite([input], { additionalProperties: false });
  return {
    ...description,
    inputSchema: inputSchemaOf({ query: input }),
    call: async (given) => {
      const problem = Value.Errors(strict, given).First();
      if (problem) {
        const names = Object.keys(input.properties).join(', ');
        throw new UsageError(`${problem.path.slice(1)}: ${problem.message}.`, `Arguments: ${names}.`);
      }
      const answer = await run(given as Static<S>);
      if (typeof answer === 'string') return textResult(answer);
      return isObject(answer) ? structuredResult(answer) : jsonResult(answer);
    },
  };
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
