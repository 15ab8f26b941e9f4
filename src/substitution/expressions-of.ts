import type { Expression, Template, TemplateNode } from './template.js';

/** All expressions of a template, those inside of others included: the outer ones first. */
export const expressionsOf = ({ nodes }: Template): readonly Expression[] => {
  const found: Expression[] = [];
  let open: readonly TemplateNode[] = nodes;
  while (open.length > 0) {
    const expressions = open.filter((node) => typeof node !== 'string');
    found.push(...expressions);
    open = expressions.flatMap(({ args }) => args);
  }
  return found;
};
