"""What the database refuses about bookings, whoever writes and past whatever code.

A live booking holds a room in service of its own hotel and kind on every night of its stay, no more and no fewer nights;
a room is held once a night (the constraint `night_sold_once_a_unit`). So there are never more live bookings for a night
than rooms. No constraint can look at other tables, hence the triggers.

SQLite drops the triggers of a table that it rebuilds in order to alter it: a later migration that alters one of the three
tables runs `install` once more. `tests/hotels/test_guards.py` fails where that was forgotten.
"""

from dataclasses import dataclass

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

LENGTH_OF_STAY = {
    "sqlite": "(julianday(NEW.check_out) - julianday(NEW.check_in))",
    "postgresql": "(NEW.check_out - NEW.check_in)",
}


@dataclass(frozen=True)
class Guard:
    name: str
    event: str
    table: str
    refuses: str
    message: str

    def statements(self, vendor: str) -> list[str]:
        condition = self.refuses.format(length_of_stay=LENGTH_OF_STAY[vendor])
        if vendor == "sqlite":
            return [
                f"CREATE TRIGGER {self.name} BEFORE {self.event} ON {self.table} WHEN {condition} "
                f"BEGIN SELECT RAISE(ABORT, '{self.message}'); END"
            ]
        return [
            f"CREATE FUNCTION {self.name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
            f"IF {condition} THEN RAISE EXCEPTION '{self.message}' "
            f"USING ERRCODE = 'check_violation', CONSTRAINT = '{self.name}', TABLE = '{self.table}'; END IF; "
            "RETURN NEW; END $$",
            f"CREATE TRIGGER {self.name} BEFORE {self.event} ON {self.table} "
            f"FOR EACH ROW EXECUTE FUNCTION {self.name}()",
        ]

    def removal(self, vendor: str) -> list[str]:
        if vendor == "sqlite":
            return [f"DROP TRIGGER {self.name}"]
        return [f"DROP TRIGGER {self.name} ON {self.table}", f"DROP FUNCTION {self.name}()"]


GUARDS = [
    Guard(
        name="live_booking_holds_its_rooms",
        event="INSERT",
        table="hotels_booking",
        refuses="""NEW.status = 'live' AND (
            (SELECT COUNT(*) FROM hotels_bookednight WHERE booking_id = NEW.confirmation) <> {length_of_stay}
            OR (
                SELECT COUNT(*) FROM hotels_bookednight AS held JOIN hotels_roomunit AS room ON room.id = held.unit_id
                WHERE held.booking_id = NEW.confirmation
                    AND held.night >= NEW.check_in AND held.night < NEW.check_out
                    AND room.hotel_id = NEW.hotel_id AND room.room_type = NEW.room_type AND room.in_service
            ) <> {length_of_stay}
        )""",
        message="a live booking holds a room of its hotel and kind on every night of its stay",
    ),
    Guard(
        name="booking_is_settled",
        event="UPDATE",
        table="hotels_booking",
        refuses="""NEW.confirmation <> OLD.confirmation OR NEW.hotel_id <> OLD.hotel_id
            OR NEW.room_type <> OLD.room_type OR NEW.check_in <> OLD.check_in OR NEW.check_out <> OLD.check_out
            OR (OLD.status = 'cancelled' AND NEW.status <> 'cancelled')""",
        message="a booking changes only by being cancelled, and then for good",
    ),
    Guard(
        name="nights_come_before_their_booking",
        event="INSERT",
        table="hotels_bookednight",
        refuses="EXISTS (SELECT 1 FROM hotels_booking WHERE confirmation = NEW.booking_id)",
        message="a booking gets no further nights",
    ),
    Guard(
        name="night_is_settled",
        event="UPDATE",
        table="hotels_bookednight",
        refuses="""NEW.unit_id IS NOT NULL OR NEW.booking_id <> OLD.booking_id OR NEW.night <> OLD.night
            OR NEW.price <> OLD.price
            OR EXISTS (SELECT 1 FROM hotels_booking WHERE confirmation = OLD.booking_id AND status = 'live')""",
        message="a night changes only by giving its room back, after its booking was cancelled",
    ),
    Guard(
        name="sold_room_stays_what_it_is",
        event="UPDATE",
        table="hotels_roomunit",
        refuses="""(NEW.hotel_id <> OLD.hotel_id OR NEW.room_type <> OLD.room_type)
            AND EXISTS (SELECT 1 FROM hotels_bookednight WHERE unit_id = OLD.id)""",
        message="a room that was sold stays in its hotel and of its kind",
    ),
]


def install(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    vendor = schema_editor.connection.vendor
    for guard in GUARDS:
        for statement in guard.statements(vendor):
            schema_editor.execute(statement)


def remove(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    vendor = schema_editor.connection.vendor
    for guard in GUARDS:
        for statement in guard.removal(vendor):
            schema_editor.execute(statement)


class Migration(migrations.Migration):
    dependencies = [("hotels", "0001_initial")]

    operations = [migrations.RunPython(install, remove)]
