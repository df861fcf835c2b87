import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import { suggestName } from '../../engine/http/name-suggestion.ts';
import { legible } from '../../foundation/db/storable-text.ts';
import { failedResult, type Tool, type ToolArguments, type ToolFailure } from './tool.ts';

interface ServerOptions {
  version: string;
  /** Text that the model reads before the tools. */
  instructions: string;
  tools: readonly Tool[];
  /** Describes an error of a tool without internals. */
  failureOf: (error: unknown) => ToolFailure;
}

/** MCP server with these tools. Each tool checks its own arguments. */
export function mcpServer({ version, instructions, tools, failureOf }: ServerOptions): Server {
  const server = new Server({ name: 'causeway', version }, { capabilities: { tools: {} }, instructions });
  server.setRequestHandler('tools/list', () => ({ tools: tools.map(({ call: _, ...description }) => description) }));
  server.setRequestHandler('tools/call', async ({ params: { name, arguments: given = {} } }) => {
    const tool = tools.find((one) => one.name === name);
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${name}.`);
    const unknown = unknownArguments(tool, given);
    if (unknown) return failedResult(unknown);
    return tool.call(given).catch((error: unknown) => failedResult(failureOf(error)));
  });
  return server;
}

const MAX_SHOWN_NAME = 100;

/** Rejects unknown arguments: if a misspelt one were ignored, the call would do something else. */
function unknownArguments({ name, inputSchema }: Tool, given: ToolArguments): ToolFailure | undefined {
  const known = Object.keys(inputSchema.properties ?? {});
  const errors = Object.keys(given)
    .filter((argument) => !known.includes(argument))
    .map((argument) => {
      const field = legible(argument.slice(0, MAX_SHOWN_NAME));
      const meant = suggestName(argument, known);
      return { field, message: `${field} is not an argument of ${name}${meant ? `; did you mean ${meant}?` : '.'}` };
    });
  const [first] = errors;
  const hint = known.length > 0 ? `Arguments: ${known.join(', ')}.` : 'It takes no arguments.';
  return first && { code: 'INVALID_INPUT', message: first.message, hint, errors };
}
