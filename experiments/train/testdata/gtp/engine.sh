# A GTP engine that takes the first point on which nobody has played: from the middle if
# EVOLAB_middle is half or more, else from a corner. At the end it passes.
middle="C3 C2 C4 B3 D3 B2 D4 B4 D2 C1 C5 A3 E3 B1 D5 A4 E2 A2 E4 D1 B5 A1 E5 E1 A5"
corner="A1 B1 C1 D1 E1 A2 B2 C2 D2 E2 A3 B3 C3 D3 E3 A4 B4 C4 D4 E4 A5 B5 C5 D5 E5"
case "$EVOLAB_middle" in 1* | 0.[5-9]*) order=$middle ;; *) order=$corner ;; esac
taken=" "
while read -r command colour point; do
  answer=""
  case "$command" in
    clear_board) taken=" " ;;
    play) taken="$taken$point " ;;
    genmove)
      answer=pass
      for p in $order; do
        case "$taken" in *" $p "*) ;; *) answer=$p taken="$taken$p "; break ;; esac
      done
      ;;
  esac
  printf '= %s\n\n' "$answer"
done
