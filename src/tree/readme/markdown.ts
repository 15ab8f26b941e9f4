/** A cell of a Markdown table: no bar or line break in it ends the cell. */
export const cell = (text: string): string => {
  const line = text.includes('\n') ? text.replace(/\s*\n\s*/g, ' ') : text;
  return line.includes('|') ? line.replaceAll('|', '\\|') : line;
};

export const code = (text: string): string => (text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``);

/** A table, or nothing where it has no rows. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string => {
  if (rows.length === 0) return '';
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
  return `${[line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')}\n`;
};
