"""Dots and boxes; lines are pairs of dots, the state is a plain list."""

from outplay import MAX, Game


class Dots(Game):
    def __init__(self, width=3, height=3):
        self.width, self.height = width, height
        self.lines = []
        for x in range(width):
            for y in range(height):
                if x + 1 < width:
                    self.lines.append(((x, y), (x + 1, y)))
                if y + 1 < height:
                    self.lines.append(((x, y), (x, y + 1)))
        self.boxes = {
            (x, y): [
                ((x, y), (x + 1, y)),
                ((x, y + 1), (x + 1, y + 1)),
                ((x, y), (x, y + 1)),
                ((x + 1, y), (x + 1, y + 1)),
            ]
            for x in range(width - 1)
            for y in range(height - 1)
        }

    # [lines drawn so far, {box: owner}, player]
    def initial(self):
        return [[], {}, MAX]

    def to_move(self, s):
        return s[2]

    def actions(self, s):
        drawn = s[0]
        return [line for line in self.lines if line not in drawn]

    def result(self, s, line):
        drawn, owners, player = s
        drawn = sorted(drawn + [line])
        owners = owners.copy()
        finished = False
        for box, sides in self.boxes.items():
            if box not in owners and all(side in drawn for side in sides):
                owners[box] = player
                finished = True
        return [drawn, owners, player if finished else -player]

    def is_terminal(self, s):
        return len(s[0]) == len(self.lines)

    def utility(self, s):
        return sum(s[1].values())

    def evaluate(self, s):
        return sum(s[1].values())
