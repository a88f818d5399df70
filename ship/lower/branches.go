package lower

import (
	"go/ast"
	"go/token"

	"evolab/ship/ir"
)

func (f *function) ifs(s *ast.IfStmt) []ir.Stmt {
	init := f.stmt(s.Init)
	out := &ir.If{Cond: f.expr(s.Cond), Then: f.block(s.Body.List)}
	switch e := s.Else.(type) {
	case *ast.BlockStmt:
		out.Else = f.block(e.List)
	case *ast.IfStmt:
		out.Else = append(f.comments(e), f.stmt(e)...)
	}
	return within(init, out)
}

// within puts a statement and those that initialise it into a block.
func within(init []ir.Stmt, s ir.Stmt) []ir.Stmt {
	if len(init) == 0 {
		return []ir.Stmt{s}
	}
	return []ir.Stmt{&ir.Block{Body: append(init, s)}}
}

func (f *function) branch(s *ast.BranchStmt) []ir.Stmt {
	if s.Label != nil {
		f.fail(s, "%s with a label", s.Tok)
		return nil
	}
	switch s.Tok {
	case token.BREAK:
		if _, inSwitch := f.loops[len(f.loops)-1].(*ast.SwitchStmt); inSwitch {
			f.fail(s, "break inside a switch")
		}
		return []ir.Stmt{&ir.Break{}}
	case token.CONTINUE:
		return []ir.Stmt{&ir.Continue{}}
	}
	f.fail(s, "%s", s.Tok)
	return nil
}
