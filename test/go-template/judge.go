// Parses templates as Go's text/template does: JSON texts on standard input, JSON trees or nulls on standard output.
package main

import (
	"encoding/json"
	"os"
	"strings"
	"text/template/parse"
)

type list = []any

func pipe(p *parse.PipeNode) any {
	if p == nil {
		return nil
	}
	names, commands := list{}, list{}
	for _, v := range p.Decl {
		names = append(names, strings.TrimPrefix(v.Ident[0], "$"))
	}
	for _, c := range p.Cmds {
		operands := list{}
		for _, a := range c.Args {
			operands = append(operands, operand(a))
		}
		commands = append(commands, operands)
	}
	return list{names, len(names) > 0 && !p.IsAssign, commands}
}

func operand(node parse.Node) any {
	switch n := node.(type) {
	case *parse.DotNode:
		return list{"dot"}
	case *parse.NilNode:
		return list{"nil"}
	case *parse.BoolNode:
		return list{"constant", n.True}
	case *parse.StringNode:
		return list{"constant", n.Text}
	case *parse.NumberNode:
		return list{"constant", n.Float64}
	case *parse.FieldNode:
		return list{"field", n.Ident}
	case *parse.VariableNode:
		return list{"variable", strings.TrimPrefix(n.Ident[0], "$"), append([]string{}, n.Ident[1:]...)}
	case *parse.ChainNode:
		return list{"chain", operand(n.Node), n.Field}
	case *parse.IdentifierNode:
		return list{"function", n.Ident}
	case *parse.PipeNode:
		return list{"pipe", pipe(n)}
	}
	panic(node.String())
}

func nodes(l *parse.ListNode) list {
	found := list{}
	if l == nil {
		return found
	}
	branch := func(kind string, b *parse.BranchNode) any {
		return list{kind, pipe(b.Pipe), nodes(b.List), nodes(b.ElseList)}
	}
	for _, node := range l.Nodes {
		switch n := node.(type) {
		case *parse.TextNode:
			found = append(found, list{"text", string(n.Text)})
		case *parse.ActionNode:
			found = append(found, list{"action", pipe(n.Pipe)})
		case *parse.TemplateNode:
			found = append(found, list{"template", n.Name, pipe(n.Pipe)})
		case *parse.IfNode:
			found = append(found, branch("if", &n.BranchNode))
		case *parse.WithNode:
			found = append(found, branch("with", &n.BranchNode))
		case *parse.RangeNode:
			found = append(found, branch("range", &n.BranchNode))
		case *parse.BreakNode:
			found = append(found, list{"break"})
		case *parse.ContinueNode:
			found = append(found, list{"continue"})
		}
	}
	return found
}

func read(text string) any {
	tree := parse.New("file")
	tree.Mode = parse.SkipFuncCheck
	trees := map[string]*parse.Tree{}
	if _, err := tree.Parse(text, "", "", trees); err != nil {
		return nil
	}
	defines := map[string]any{}
	for name, one := range trees {
		if one != tree {
			defines[name] = nodes(one.Root)
		}
	}
	return list{nodes(tree.Root), defines}
}

func main() {
	var texts []string
	if err := json.NewDecoder(os.Stdin).Decode(&texts); err != nil {
		panic(err)
	}
	found := list{}
	for _, text := range texts {
		found = append(found, read(text))
	}
	if err := json.NewEncoder(os.Stdout).Encode(found); err != nil {
		panic(err)
	}
}
