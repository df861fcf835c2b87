/** A description of the API: names between backticks are code. */
export const Description = ({ text }: { text: string }) => (
  <>
    {text.split('`').map((part, index) =>
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a constant text have no other identity
      index % 2 === 1 ? <code key={index}>{part}</code> : part,
    )}
  </>
);
