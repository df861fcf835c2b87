/** The members of a JSON object; empty if the text is not a JSON object. */
export function jsonMembers(text: string): Record<string, unknown> {
  try {
    const value = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
