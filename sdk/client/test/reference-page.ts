/** The sample of an operation in one language, from its page as Markdown. */
export const sampleOf = (page: string, language: string): string =>
  new RegExp(`## Sample\n.*?^\`\`\`${language}\n(.*?)^\`\`\`$`, 'ms').exec(page)?.[1] ?? '';
