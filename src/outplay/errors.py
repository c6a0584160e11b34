"""Every error Outplay raises on purpose: one sentence to a person, what and where."""


class OutplayError(Exception):
    """Base of all errors of Outplay; `str(error)` is one clear sentence."""


class UsageError(OutplayError, ValueError):
    """A call or a command asks for something that makes no sense (a negative depth …)."""


class UnknownGame(OutplayError, LookupError):
    """No built-in game has that name, or a rules file holds no game."""


class InvalidPosition(OutplayError, ValueError):
    """A text is not a position of this game."""


class IllegalAction(OutplayError, ValueError):
    """A text or a value is not a legal action in this position."""


class UnfitGame(OutplayError):
    """An algorithm does not fit the game (dice for minimax, cycles for a whole tree …)."""


class NotNative(OutplayError):
    """Native speed was demanded (`speed="native"`), and the rules do not compile."""


class RulesError(OutplayError):
    """The rules of a game are at fault: they do not load, they raise, they contradict."""


class EndlessGame(RulesError):
    """A line of play went on beyond the stated number of plies."""
