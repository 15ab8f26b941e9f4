/** The parts of a quoted HCL template around its interpolations: `a-${var.b}.yaml` has `a-` and `.yaml`. */
export const literalParts = (template: string): readonly string[] => {
  const parts: string[] = [];
  let start = 0;
  for (;;) {
    const open = template.indexOf('${', start);
    const close = open < 0 ? -1 : template.indexOf('}', open);
    if (close < 0) return [...parts, template.slice(start)];
    parts.push(template.slice(start, open));
    start = close + 1;
  }
};
