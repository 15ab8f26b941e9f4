import { camel, kebab } from './names.js';
import { type Recipe, RecipeError, TO_BE_WRITTEN } from './recipe.js';

export const fact: Recipe = {
  usage: 'fact PROJECT',
  what: 'what is known of another project: src/knowledge/PROJECT.ts',
  plan: (text, { list }) => {
    const name = kebab(text);
    if (list('src/knowledge').includes(name))
      throw new RecipeError(`src/knowledge/${name}/ is there`, 'add the fact to a file of that folder');
    return {
      files: {
        [`src/knowledge/${name}.ts`]: `import { removal } from './form/lost-with-object.js';
import { defineProject } from './form/project.js';
import { changed } from './form/when.js';

/** ${TO_BE_WRITTEN}: its name and the address of its documentation. */
export const ${camel(name)} = defineProject({
  name: '${TO_BE_WRITTEN}',
  effects: [
    // ${TO_BE_WRITTEN}: the page or source that proves this row
    removal('example.org/Kind', '${TO_BE_WRITTEN}: what goes with the object'),
    // ${TO_BE_WRITTEN}: the page or source that proves this row; leave it out if no field does harm
    {
      on: 'example.org/Kind',
      at: 'spec.field',
      when: changed,
      severity: 'notice',
      says: '${TO_BE_WRITTEN}: what the object does from now on',
    },
  ],
});
`,
      },
      next: [
        `fill in src/knowledge/${name}.ts`,
        'add cases for a row with `at` to test/changes/transitions/field-cases.ts: a change that only it reports, and a near miss; for a removal to test/changes/losses/removal-cases.ts',
        'run node research/check-effects.js FOLDER with the CRDs of the project in FOLDER, and raise the row from a notice if its field is found and its page proves the harm',
        'run npx vitest run test/docs/losing-kinds.test.ts -u, and npx vitest run test/changes/transitions test/changes/losses',
        'add a line to CHANGELOG.md',
      ],
    };
  },
};
