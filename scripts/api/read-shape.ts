// The members of classes, interfaces and types, as a user can write or read them.
import { relative, sep } from 'node:path';
import ts from '@typescript/typescript6';
import { type Docs, docsOf } from './read-docs.js';
import type { TypeTexts } from './type-text.js';

export interface Member {
  readonly name: string;
  /** All of it: `folder?: 'addons' | 'crds'`. */
  readonly signature: string;
  readonly docs: Docs;
}

export interface Shape {
  /** In the order of the declaration. */
  readonly members: readonly Member[];
  /** Types whose fields it has too. */
  readonly also: readonly Also[];
  /** Each a choice: one of these shapes. */
  readonly choices: readonly (readonly Shape[])[];
}

export interface Also {
  readonly name: string;
  /** Of a generated type: `fluxspan/imports/karpenter.sh`. */
  readonly module: string | undefined;
  /** Fields of it that are left out. */
  readonly without: readonly string[];
}

export interface Reader {
  readonly root: string;
  readonly checker: ts.TypeChecker;
  readonly types: TypeTexts;
  readonly isPublic: (symbol: ts.Symbol) => boolean;
}

type Named = ts.NamedDeclaration & { readonly type?: ts.TypeNode | undefined };
type WithParameters = { readonly typeParameters?: ts.NodeArray<ts.TypeParameterDeclaration> | undefined };
type Reference = ts.TypeReferenceNode | ts.ExpressionWithTypeArguments;

const nothing: Shape = { members: [], also: [], choices: [] };

const joined = (shapes: readonly Shape[]): Shape => ({
  members: shapes.flatMap(({ members }) => members),
  also: shapes.flatMap(({ also }) => also),
  choices: shapes.flatMap(({ choices }) => choices),
});

const isThere = <T>(value: T | undefined): value is T => value !== undefined;

/** What the compiler knows of a declaration; a constructor and a call have no name to ask by. */
const symbolOf = (node: ts.Declaration): ts.Symbol => (node as unknown as { readonly symbol: ts.Symbol }).symbol;

const fileOf = ({ root }: Reader, node: ts.Node): string =>
  relative(root, node.getSourceFile().fileName).replaceAll(sep, '/');

export const parametersOf = (reader: Reader, { typeParameters }: WithParameters, isWhole: boolean): string => {
  if (typeParameters === undefined) return '';
  const one = ({ name, constraint }: ts.TypeParameterDeclaration): string =>
    isWhole && constraint !== undefined ? `${name.text} extends ${reader.types.ofNode(constraint)}` : name.text;
  return `<${typeParameters.map(one).join(', ')}>`;
};

const typeOf = (reader: Reader, node: Named): string =>
  node.type === undefined
    ? reader.types.ofSymbol(symbolOf(node), node).replace(/ \| undefined$/, '')
    : reader.types.ofNode(node.type);

/** `name<T>(a: A, b?: B): C` */
export const callLine = (reader: Reader, name: string, node: ts.SignatureDeclaration): string => {
  const parameters = node.parameters.map((parameter) => {
    const isOptional = parameter.questionToken !== undefined || parameter.initializer !== undefined;
    const label = ts.isIdentifier(parameter.name) ? parameter.name.text : 'options';
    const dots = parameter.dotDotDotToken === undefined ? '' : '...';
    return `${dots}${label}${isOptional ? '?' : ''}: ${typeOf(reader, parameter)}`;
  });
  // Rest arguments that are one: a tuple, since the compiler makes it optional by a condition.
  const list = parameters.join(', ').replace(/^\.\.\.args: \[ (options: .*) \]$/, '$1');
  const head = `${name}${parametersOf(reader, node, true)}(${list})`;
  if (ts.isConstructorDeclaration(node)) return head;
  const { checker } = reader;
  const result = checker.getSignatureFromDeclaration(node)!.getReturnType();
  return `${head}: ${node.type === undefined ? checker.typeToString(result, node) : reader.types.ofNode(node.type)}`;
};

const readMember = (reader: Reader, node: ts.ClassElement | ts.TypeElement): Member | undefined => {
  if (node.name === undefined || ts.isPrivateIdentifier(node.name) || ts.isComputedPropertyName(node.name))
    return undefined;
  const docs = docsOf(symbolOf(node), reader.checker);
  if (docs.isInternal) return undefined;
  const prefix = ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Static ? 'static ' : '';
  const name = node.name.getText();
  const label = `${prefix}${name}${(node as ts.PropertySignature).questionToken === undefined ? '' : '?'}`;
  const signature =
    ts.isMethodDeclaration(node) || ts.isMethodSignature(node)
      ? callLine(reader, label, node)
      : `${label}: ${typeOf(reader, node as ts.PropertySignature)}`;
  return { name, signature, docs };
};

const membersOf = (reader: Reader, nodes: readonly (ts.ClassElement | ts.TypeElement)[]): readonly Member[] =>
  nodes.map((member) => readMember(reader, member)).filter(isThere);

const heritageOf = (node: ts.ClassDeclaration | ts.InterfaceDeclaration): readonly ts.ExpressionWithTypeArguments[] =>
  (node.heritageClauses ?? [])
    .filter(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)
    .flatMap(({ types }) => types);

const isOurs = (reader: Reader, node: ts.Node): boolean => /^(?:src|imports)\//.test(fileOf(reader, node));

const baseOf = (reader: Reader, node: ts.ClassDeclaration): ts.ClassDeclaration | undefined => {
  const [base] = heritageOf(node);
  const declaration = base === undefined ? undefined : reader.types.declarationOf(base);
  return declaration !== undefined && ts.isClassDeclaration(declaration) ? declaration : undefined;
};

/** The first class above that users know; the generated class of a kind is left out. */
const shownBase = (reader: Reader, node: ts.ClassDeclaration): string | undefined => {
  const base = baseOf(reader, node);
  if (base === undefined) return heritageOf(node)[0]?.expression.getText();
  return reader.isPublic(symbolOf(base)) || !isOurs(reader, base) ? base.name!.text : shownBase(reader, base);
};

const constructorOf = (reader: Reader, node: ts.ClassDeclaration): ts.ConstructorDeclaration | undefined => {
  const own = node.members.find(ts.isConstructorDeclaration);
  const base = own === undefined ? baseOf(reader, node) : undefined;
  return base !== undefined && isOurs(reader, base) ? constructorOf(reader, base) : own;
};

export const classShape = (
  reader: Reader,
  name: string,
  node: ts.ClassDeclaration,
): { readonly line: string; readonly shape: Shape } => {
  const made = constructorOf(reader, node);
  const construct =
    made === undefined
      ? []
      : [
          {
            name: 'constructor',
            signature: `new ${callLine(reader, name, made)}`,
            docs: docsOf(symbolOf(made), reader.checker),
          },
        ];
  const base = shownBase(reader, node);
  const others = membersOf(
    reader,
    node.members.filter((member) => !ts.isConstructorDeclaration(member)),
  );
  // A kind's class has `kind`, for the type and for the package.
  const own = base === 'Manifest' ? others.filter((member) => member.name !== 'kind') : others;
  const isAbstract = ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Abstract;
  const parameters = parametersOf(reader, node, false);
  return {
    line: `${isAbstract ? 'abstract ' : ''}class ${name}${parameters}${base === undefined ? '' : ` extends ${base}`}`,
    shape: { ...nothing, members: [...construct, ...own] },
  };
};

export const interfaceShape = (reader: Reader, node: ts.InterfaceDeclaration): Shape => {
  const calls = node.members.filter(ts.isCallSignatureDeclaration).map((call) => ({
    name: 'call',
    signature: callLine(reader, node.name.text.toLowerCase(), call),
    docs: docsOf(symbolOf(call), reader.checker),
  }));
  const above = heritageOf(node).map((base) => shapeOf(reader, base) ?? nothing);
  return withoutOverridden(joined([{ ...nothing, members: [...calls, ...membersOf(reader, node.members)] }, ...above]));
};

/** The shape of a type that is an object's; undefined for another. */
export const shapeOf = (reader: Reader, node: ts.TypeNode | ts.ExpressionWithTypeArguments): Shape | undefined => {
  if (ts.isParenthesizedTypeNode(node)) return shapeOf(reader, node.type);
  if (ts.isTypeLiteralNode(node)) return { ...nothing, members: membersOf(reader, node.members) };
  if (ts.isUnionTypeNode(node)) {
    const each = node.types.map((one) =>
      ts.isTypeReferenceNode(one) && isShown(reader, one) ? undefined : shapeOf(reader, one),
    );
    return each.every(isThere) ? { ...nothing, choices: [each] } : undefined;
  }
  if (ts.isIntersectionTypeNode(node)) {
    const each = node.types.map((one) => shapeOf(reader, one));
    return each.every(isThere) ? withoutOverridden(joined(each)) : undefined;
  }
  if (!ts.isTypeReferenceNode(node) && !ts.isExpressionWithTypeArguments(node)) return undefined;
  if ((ts.isTypeReferenceNode(node) ? node.typeName : node.expression).getText() === 'Omit') {
    const [whole, keys] = node.typeArguments!;
    const shape = shapeOf(reader, whole!);
    const without = [...keys!.getText().matchAll(/'([^']+)'/g)].map(([, key]) => key!);
    return (
      shape && {
        ...shape,
        members: shape.members.filter(({ name }) => !without.includes(name)),
        also: shape.also.map((one) => ({ ...one, without: [...one.without, ...without] })),
      }
    );
  }
  return namedShape(reader, node);
};

/** Whether the reference has the type by its name. */
const isShown = (reader: Reader, node: Reference): boolean => {
  const declaration = reader.types.declarationOf(node);
  return declaration !== undefined && reader.isPublic(symbolOf(declaration));
};

const namedShape = (reader: Reader, node: Reference): Shape | undefined => {
  const declaration = reader.types.declarationOf(node);
  if (declaration === undefined || !isOurs(reader, declaration)) return undefined;
  if (!ts.isInterfaceDeclaration(declaration) && !ts.isTypeAliasDeclaration(declaration)) return undefined;
  const file = fileOf(reader, declaration);
  const isGenerated = file.startsWith('imports/');
  if (isGenerated || isShown(reader, node)) {
    const module = isGenerated ? `fluxspan/${file.replace(/\.ts$/, '')}` : undefined;
    return { ...nothing, also: [{ name: declaration.name.text, module, without: [] }] };
  }
  const shape = ts.isInterfaceDeclaration(declaration)
    ? interfaceShape(reader, declaration)
    : shapeOf(reader, declaration.type);
  return shape && withArguments(reader, shape, declaration, node);
};

/** Arguments in the place of parameters. */
const withArguments = (
  reader: Reader,
  shape: Shape,
  { typeParameters = [] as never }: WithParameters,
  node: Reference,
): Shape => {
  const given = typeParameters.flatMap(({ name }, index) => {
    const argument = node.typeArguments?.[index];
    return argument === undefined ? [] : [[new RegExp(`: ${name.text}$`), reader.types.ofNode(argument)] as const];
  });
  const members = shape.members.map((member) => ({
    ...member,
    signature: given.reduce((text, [name, argument]) => text.replace(name, () => `: ${argument}`), member.signature),
  }));
  return { ...shape, members };
};

/** What a shape declares itself isn't left out of another one, for a reader. */
const withoutOverridden = (shape: Shape): Shape => {
  const own = new Set(
    [shape.members, ...shape.choices.flat().map(({ members }) => members)].flat().map(({ name }) => name),
  );
  return {
    ...shape,
    also: shape.also.map((one) => ({ ...one, without: one.without.filter((name) => !own.has(name)) })),
  };
};

/** An addon of the package: a constant that is called with its options. Undefined for another constant. */
export const addonShape = (
  { checker, types }: Reader,
  name: string,
  symbol: ts.Symbol,
  at: ts.Declaration,
): { readonly line: string; readonly shape: Shape } | undefined => {
  const type = checker.getTypeOfSymbolAtLocation(symbol, at);
  const variants = type.getProperty('variants');
  const all =
    variants === undefined
      ? [['', type] as const]
      : checker
          .getTypeOfSymbolAtLocation(variants, at)
          .getProperties()
          .map((one) => [one.name, checker.getTypeOfSymbolAtLocation(one, at)] as const);
  const addons = all.flatMap(([variant, one]) => {
    const addon = (one.isIntersection() ? one.types : [one]).find(({ symbol }) => symbol?.name === 'Addon');
    return addon === undefined ? [] : [[variant, addon as ts.TypeReference] as const];
  });
  if (addons.length === 0) return undefined;
  const found = new Map<string, { readonly signature: string; readonly docs: Docs; readonly of: string[] }>();
  for (const [variant, addon] of addons) {
    const options = checker.getTypeArguments(addon)[7];
    const zod = options?.getProperty('_zod');
    const input = zod === undefined ? undefined : checker.getTypeOfSymbolAtLocation(zod, at).getProperty('input');
    const properties = input === undefined ? [] : checker.getTypeOfSymbolAtLocation(input, at).getProperties();
    for (const property of properties) {
      const isOptional = (property.flags & ts.SymbolFlags.Optional) !== 0;
      const text = types.ofSymbol(property, at);
      const signature = `${property.name}${isOptional ? '?' : ''}: ${isOptional ? text.replace(/ \| undefined$/, '') : text}`;
      const before = found.get(property.name);
      if (before === undefined) {
        found.set(property.name, { signature, docs: docsOf(property, checker), of: [variant] });
      } else before.of.push(variant);
    }
  }
  const names = addons.map(([variant]) => `'${variant}'`).join(' | ');
  const members = [...found].map(([key, { signature, docs, of }]) => ({
    name: key,
    signature: key === 'provider' && variants !== undefined ? `provider?: ${names}` : signature,
    docs:
      of.length === addons.length
        ? docs
        : { ...docs, text: `${docs.text} For ${of.map((one) => `\`${one}\``).join(', ')}.` },
  }));
  const [addon] = checker.getTypeArguments(addons[0]![1]);
  const isOptional = members.every(({ signature, name: key }) => signature.startsWith(`${key}?`));
  return {
    line: `${name}(options${isOptional ? '?' : ''}): AddonInstance<${checker.typeToString(addon!).replaceAll('"', "'")}>`,
    shape: { ...nothing, members, also: [{ name: 'AddonSettings', module: undefined, without: [] }] },
  };
};
