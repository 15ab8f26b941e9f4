// What the entry points of the package export, as data: names, signatures, docstrings, members.
import { relative, sep } from 'node:path';
import ts from '@typescript/typescript6';
import { type Docs, docsOf } from './read-docs.js';
import {
  addonShape,
  callLine,
  classShape,
  interfaceShape,
  parametersOf,
  type Reader,
  type Shape,
  shapeOf,
} from './read-shape.js';
import { openTypeTexts } from './type-text.js';

export interface Exported {
  readonly name: string;
  readonly kind: 'class' | 'interface' | 'type' | 'function' | 'constant';
  /** The file that declares it, from the repository's root. */
  readonly file: string;
  readonly signatures: readonly string[];
  readonly docs: Docs;
  /** Of a type that is an object's. */
  readonly shape: Shape | undefined;
}

export interface EntryPoint {
  readonly module: string;
  readonly exports: readonly Exported[];
}

/** A type that is longer than this, or that only a compiler can follow, is shown by its name and docstring. */
const LONGEST = 320;
/** What the compiler carries from call to call, and users write by name at most: their members are the package's own. */
const opaque: ReadonlySet<string> = new Set([
  'AddonInstance',
  'AnyFluxCluster',
  'ClusterTypes',
  'Duration',
  'EmptyCluster',
  'ObjectRef',
  'ReadChartSchema',
  'Ref',
  'WithExternal',
  'WithStage',
]);

/** @param entries file by module, such as `src/addons/index.ts` of `fluxspan/addons` */
export const readApi = (root: string, entries: Readonly<Record<string, string>>): readonly EntryPoint[] => {
  const { config } = ts.readConfigFile(`${root}/tsconfig.json`, ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson((config as { compilerOptions: object }).compilerOptions, root);
  const files = Object.values(entries).map((file) => `${root}/${file}`);
  const program = ts.createProgram(files, { ...options, noEmit: true });
  const checker = program.getTypeChecker();
  const exportsOf = (file: string): readonly (readonly [string, ts.Symbol])[] =>
    checker
      .getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(file)!)!)
      .map((symbol) => [symbol.name, symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol]);
  const found = files.map(exportsOf);
  const all = new Set(found.flat().map(([, symbol]) => symbol));
  const isPublic = (symbol: ts.Symbol): boolean => all.has(symbol);
  const reader: Reader = { root, checker, types: openTypeTexts(checker, isPublic), isPublic };
  return Object.keys(entries).map((module, index) => ({
    module,
    exports: found[index]!.map(([name, symbol]) => readExport(reader, name, symbol)),
  }));
};

const readExport = (reader: Reader, name: string, symbol: ts.Symbol): Exported => {
  const declaration = symbol.declarations![0]!;
  const common = {
    name,
    file: relative(reader.root, declaration.getSourceFile().fileName).replaceAll(sep, '/'),
    docs: docsOf(symbol, reader.checker),
    shape: undefined,
  };
  if (ts.isClassDeclaration(declaration)) {
    const { line, shape } = classShape(reader, name, declaration);
    return { ...common, kind: 'class', signatures: [line], shape };
  }
  if (ts.isInterfaceDeclaration(declaration)) {
    const line = `interface ${name}${parametersOf(reader, declaration, false)}`;
    const shape = opaque.has(name) ? undefined : interfaceShape(reader, declaration);
    return { ...common, kind: 'interface', signatures: [line], shape };
  }
  if (ts.isTypeAliasDeclaration(declaration)) return { ...common, ...readAlias(reader, name, declaration) };
  const signatures = callSignatures(reader, name, symbol, declaration);
  if (signatures.length > 0) return { ...common, kind: 'function', signatures };
  const addon = addonShape(reader, name, symbol, declaration);
  if (addon !== undefined) return { ...common, kind: 'function', signatures: [addon.line], shape: addon.shape };
  return { ...common, kind: 'constant', signatures: [`const ${name}: ${reader.types.ofSymbol(symbol, declaration)}`] };
};

const readAlias = (
  reader: Reader,
  name: string,
  node: ts.TypeAliasDeclaration,
): Pick<Exported, 'kind' | 'signatures' | 'shape'> => {
  const line = `type ${name}${parametersOf(reader, node, false)}`;
  const shape = opaque.has(name) ? undefined : shapeOf(reader, node.type);
  if (shape !== undefined || opaque.has(name)) return { kind: 'type', signatures: [line], shape };
  const text = /\btypeof\b/.test(node.type.getText()) ? reader.types.ofAlias(node) : reader.types.ofNode(node.type);
  const isPlain = text.length <= LONGEST && !/ extends |\[\w+ in |\binfer /.test(text);
  return { kind: 'type', signatures: [isPlain ? `${line} = ${text}` : line], shape: undefined };
};

const callSignatures = (
  reader: Reader,
  name: string,
  symbol: ts.Symbol,
  declaration: ts.Declaration,
): readonly string[] => {
  if (ts.isFunctionDeclaration(declaration)) {
    const declared = symbol.declarations!.filter(ts.isFunctionDeclaration);
    const overloads = declared.filter(({ body }) => body === undefined);
    return (overloads.length > 0 ? overloads : declared).map((one) => callLine(reader, name, one));
  }
  if (!ts.isVariableDeclaration(declaration)) return [];
  const { initializer } = declaration;
  return initializer !== undefined && ts.isArrowFunction(initializer) ? [callLine(reader, name, initializer)] : [];
};
