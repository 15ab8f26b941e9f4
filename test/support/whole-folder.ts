import { type AppLayout, treeAt } from '../../src/compile/layout.js';

/** A tree that is the project's folder, whatever the names of what lies there. */
export const wholeFolder: AppLayout = { ...treeAt(''), folders: [''] };
