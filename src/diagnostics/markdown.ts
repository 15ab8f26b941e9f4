import { visible } from './visible.js';

/** A text as code, in one line, whatever backticks it has. */
export const codeSpan = (text: string): string => {
  const oneLine = visible(text).replace(/\s+/g, ' ');
  const fence = '`'.repeat(Math.max(0, ...[...oneLine.matchAll(/`+/g)].map(([run]) => run.length)) + 1);
  return fence.length === 1 ? `\`${oneLine}\`` : `${fence} ${oneLine} ${fence}`;
};

/** A text as Markdown shows it, in one line. A name in it must not call a person. */
export const escapeMarkdown = (text: string): string =>
  visible(text)
    .replace(/[\\`*_[\]<>|~]/g, '\\$&')
    .replace(/@/g, '@\u200b')
    .replace(/\s+/g, ' ');
