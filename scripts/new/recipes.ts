import { addon } from './addon.js';
import { changeRule } from './change-rule.js';
import { command } from './command.js';
import { fact } from './fact.js';
import { kind } from './kind.js';
import { liveCase } from './live-case.js';
import type { Recipe } from './recipe.js';
import { rule } from './rule.js';

/** What `npm run new` can write, by the first word of its usage. */
export const recipes: Readonly<Record<string, Recipe>> = Object.fromEntries(
  [rule, changeRule, fact, kind, addon, command, liveCase].map((recipe) => [recipe.usage.split(' ')[0], recipe]),
);
