/** True if the path is one of the template: `/quotes/{quoteId}` has `/quotes/Quote:1`. */
export function matchesTemplate(template: string, path: string): boolean {
  const pattern = template.replaceAll(/[.$]/g, '\\$&').replaceAll(/\{\w+\}/g, '[^/]+');
  return new RegExp(`^${pattern}$`).test(path);
}
