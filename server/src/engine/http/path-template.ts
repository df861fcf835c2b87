/** True if the path matches the template: `/quotes/Quote:1` matches `/quotes/{quoteId}`. */
export function matchesTemplate(template: string, path: string): boolean {
  const pattern = template.replaceAll(/[.$]/g, '\\$&').replaceAll(/\{\w+\}/g, '[^/]+');
  return new RegExp(`^${pattern}$`).test(path);
}
