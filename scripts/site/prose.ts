/**
 * A line of prose, in which each code span is a mark, so that what looks like a link or a template in code is left alone.
 * `spans` has the code spans with their backticks, by the number in the mark.
 */
export type ProseEdit = (line: string, spans: readonly string[]) => string;

const SPAN = /(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)/g;
/** The mark of a code span. Its characters are in Unicode's area for private use, which no page has. */
export const SPAN_MARK = /\u{E000}(\d+)\u{E001}/gu;

/** Edits the prose of a Markdown page. Blocks of code and comments stay as they are. */
export const editProse = (page: string, edit: ProseEdit): string => {
  let fence: string | undefined;
  return page
    .split('\n')
    .map((line) => {
      const [, ticks] = /^ *(`{3,}|~{3,})/.exec(line) ?? [];
      if (ticks !== undefined && (fence === undefined || ticks.startsWith(fence))) {
        fence = fence === undefined ? ticks : undefined;
        return line;
      }
      if (fence !== undefined || /^ *<!--.*-->$/.test(line)) return line;
      const spans: string[] = [];
      const masked = line.replaceAll(SPAN, (span) => `\u{E000}${spans.push(span) - 1}\u{E001}`);
      return edit(masked, spans).replaceAll(SPAN_MARK, (_, at) => spans[Number(at)]!);
    })
    .join('\n');
};
