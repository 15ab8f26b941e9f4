import { expect, it } from 'vitest';
import { planSidebar } from '../../../scripts/site/sidebar.js';

const index = `# Documentation

- learn it: [The tutorial](tutorial.md)

## How to

- write an addon: [for a chart](own-addon.md), or [without one](workload.md)
- learn it again: [The tutorial](tutorial.md)
- silence a rule: [Exceptions](clusters.md#exceptions)

## Reference

- a cluster's settings: [Clusters](clusters.md), or https://fluxcd.io

How fast it is: [performance.md](performance.md).
`;
const titles: Readonly<Record<string, string>> = {
  'docs/tutorial.md': 'Tutorial',
  'docs/own-addon.md': 'Write an `addon`',
  'docs/workload.md': 'Write a workload',
  'docs/clusters.md': 'Clusters',
  'docs/performance.md': 'Performance',
  'docs/new.md': 'New',
  'examples/aws/README.md': 'AWS',
};
const routes = new Map([
  ['README.md', 'introduction.md'],
  ['docs/README.md', 'docs.md'],
  ['CHANGELOG.md', 'changelog.md'],
  ...Object.keys(titles).map((path) => [path, path.replace(/^docs\/|\/README(?=\.md)/g, '')] as const),
]);

it('has a group for each list of tasks, with each page once, where a list links to all of it', () => {
  const names = { first: 'Start', examples: 'Examples', last: 'More' };
  const groups = planSidebar(index, routes, (path) => `# ${titles[path]}\n\ntext\n`, names);
  expect(groups.map(({ text, items }) => [text, ...items.map((item) => `${item.text} ${item.link}`)])).toEqual([
    ['Start', 'Introduction /introduction', 'Tutorial /tutorial'],
    ['How to', 'Write an addon /own-addon', 'Write a workload /workload'],
    ['Reference', 'Clusters /clusters'],
    ['Examples', 'AWS /examples/aws'],
    ['More', 'Performance /performance', 'New /new'],
  ]);
});
